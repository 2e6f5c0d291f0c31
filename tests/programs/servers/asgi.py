# Copyright 2026 the Rivulet authors. MIT license.

"""An application for servers of ASGI: `asgi.py h11`, `asgi.py httptools`, `asgi.py hypercorn`."""

import socket
import sys

from answers import answer


async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    body = b""
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    found = answer(scope["path"], body)
    kind = b"text/plain" if found is None else found[0].encode()
    status = 404 if found is None else 200
    headers = [(b"content-type", kind)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    for part in found[1] if found else []:
        await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def serve(name):
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    print(listener.getsockname()[1], flush=True)
    if name == "hypercorn":
        import asyncio

        from hypercorn.asyncio import serve as run
        from hypercorn.config import Config

        config = Config()
        config.bind = [f"fd://{listener.fileno()}"]
        config.errorlog = None
        asyncio.run(run(app, config))
    else:
        import uvicorn

        config = uvicorn.Config(app, http=name, log_level="error")
        uvicorn.Server(config).run(sockets=[listener])


serve(sys.argv[1])
