// Draws openapi.json. Text nodes only: nothing in it is ever read as HTML.
"use strict";
const part = (name, text, parent) => {
  const node = document.createElement(name);
  if (text) node.textContent = text;
  parent.append(node);
  return node;
};
const resolve = (api, node) =>
  node && node.$ref ? node.$ref.slice(2).split("/").reduce((at, key) => at[key], api) : node;
const example = (api, content, parent) => {
  for (const [type, media] of Object.entries(content || {})) {
    const value = media.example ?? resolve(api, media.schema)?.example;
    if (value === undefined) continue;
    part("p", type, parent);
    part("pre", typeof value === "string" ? value : JSON.stringify(value, null, 2), parent);
  }
};
const draw = (api) => {
  const root = document.getElementById("paths");
  root.textContent = "";
  part("p", api.info.description, root);
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (method === "parameters") continue;
      part("code", `${method.toUpperCase()} ${path}`, part("h2", "", root));
      for (const text of [operation.summary, operation.description]) if (text) part("p", text, root);
      const inputs = [...(methods.parameters || []), ...(operation.parameters || [])].map((p) => resolve(api, p));
      if (inputs.length) {
        const list = part("ul", "", root);
        for (const input of inputs) part("li", `${input.name} (${input.in}): ${input.description || ""}`, list);
      }
      example(api, operation.requestBody && operation.requestBody.content, root);
      const answers = part("ul", "", root);
      for (const [status, answer] of Object.entries(operation.responses)) {
        part("li", `${status}: ${resolve(api, answer).description}`, answers);
      }
    }
  }
};
fetch("/api/openapi.json")
  .then((answer) => answer.json())
  .then(draw)
  .catch((error) => { document.getElementById("paths").textContent = `It could not be read: ${error}`; });
