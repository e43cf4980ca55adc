"""Commands, presses and chat events -> calls on tables; nothing else."""

from .register import register

__all__ = ["register"]
