"""A local Telegram: the Bot API, the people who use it, and a chat page to watch them."""
