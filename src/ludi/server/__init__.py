"""The table server: HTTP and websocket API, matches, store, accounts. It knows the protocol of a game, and no rule."""
