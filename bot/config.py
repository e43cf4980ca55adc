"""Settings: from the environment or a file ``.env``. Missing or wrong ones are one clear line each."""

from __future__ import annotations

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class SettingsError(ValueError):
    """What is missing or wrong, one line."""


class Settings(BaseSettings):
    """All settings; the environment names are in capitals (``BOT_TOKEN`` …)."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    bot_token: str = Field(min_length=1)
    database_url: str = "sqlite:///var/paiju.db"
    bot_api_url: str = "https://api.telegram.org"
    webhook_url: str = ""
    webhook_listen: str = "127.0.0.1"
    webhook_port: int = Field(8443, ge=1, le=65535)
    webhook_secret: str = ""
    ai_workers: int = Field(1, ge=1, le=64)
    log_level: str = "info"

    @field_validator("bot_token")
    @classmethod
    def _token(cls, value: str) -> str:
        number, _, secret = value.partition(":")
        if not number.isdigit() or len(secret) < 10:
            raise ValueError("is not a bot token (BotFather gives one like 123456:ABC-DEF…)")
        return value

    @field_validator("log_level")
    @classmethod
    def _level(cls, value: str) -> str:
        if value.lower() not in ("debug", "info", "warning", "error"):
            raise ValueError("is debug, info, warning or error")
        return value.lower()


def load(**overrides: object) -> Settings:
    """The settings; SettingsError names every one that is missing or wrong."""
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        wrong = []
        for item in error.errors():
            name = str(item["loc"][0]).upper() if item["loc"] else "settings"
            why = (
                "is missing: set it in .env or the environment"
                if item["type"] in ("missing", "string_too_short")
                else item["msg"].removeprefix("Value error, ")
            )
            wrong.append(f"{name} {why}")
        raise SettingsError("; ".join(wrong)) from None
