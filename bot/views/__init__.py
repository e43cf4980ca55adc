"""What people read: table, hand, result, leaderboard, keyboards. Views decide nothing."""
