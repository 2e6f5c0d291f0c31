// Copyright 2026 the Rivulet authors. MIT license.

// Go's own server.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	panic(http.Serve(listener, http.HandlerFunc(handle)))
}

func handle(response http.ResponseWriter, request *http.Request) {
	switch request.RequestURI {
	case "/v1/chat/completions":
		response.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(response, "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n")
		response.(http.Flusher).Flush()
		fmt.Fprint(response, "data: [DONE]\n\n")
	case "/api/embed":
		var body struct{ Input []string }
		if json.NewDecoder(request.Body).Decode(&body) != nil {
			http.Error(response, "no JSON", http.StatusBadRequest)
			return
		}
		vectors := [][]float64{}
		for _, text := range body.Input {
			vectors = append(vectors, []float64{1, 1 / float64(len(text))})
		}
		json.NewEncoder(response).Encode(map[string]any{"embeddings": vectors})
	default:
		http.NotFound(response, request)
	}
}
