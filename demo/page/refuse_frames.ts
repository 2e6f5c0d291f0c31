// Copyright 2026 the Rivulet authors. MIT license.

// To be imported before everything else of the page. A page that shows this one in a frame could
// lead clicks to it that are meant for something else. Where the host sets the header against it, no
// browser gets here.

if (globalThis.self !== globalThis.top) {
  const link = document.createElement("a");
  link.href = location.href;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = "Open it by itself";
  const note = document.createElement("p");
  note.className = "panel";
  note.append("Ask your stars does not run inside another page. ", link, ".");
  document.body.replaceChildren(note);
  // No module that comes after this one is run.
  throw new Error("Open the page by itself, it does not run inside another one");
}
