"""Alembic's entry: the connection comes from storage.database.migrate."""

from alembic import context

from storage.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
