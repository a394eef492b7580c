from tests.wire.fixtures import pair, web

__all__ = ["pair", "web"]
