// The build puts this script into the head of each document. It runs before the page is shown.
try {
  document.documentElement.dataset["view"] = localStorage.getItem("view") ?? "cards";
} catch {
  // Storage is blocked: the page keeps its usual view.
}
