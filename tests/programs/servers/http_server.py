# Copyright 2026 the Rivulet authors. MIT license.

"""Python's own server. Its answers end with their connection, as it is made to."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from answers import answer


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        found = answer(self.path, body)
        if found is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", found[0])
        self.end_headers()
        for part in found[1]:
            self.wfile.write(part)
            self.wfile.flush()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
