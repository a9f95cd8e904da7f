import { useEffect, useEffectEvent, useState } from "react";

/**
 * Takes files that the user drops or pastes anywhere in the document. Without it, a browser opens a dropped file instead
 * of the page. Returns whether files are over the document.
 */
export function useArrivingFiles(isActive: boolean, take: (files: File[], target: Element | null) => void): boolean {
  const [isOver, setOver] = useState(false);
  const arrive = useEffectEvent((event: Event, files: FileList | undefined) => {
    setOver(false);
    if (!files?.length) return;
    event.preventDefault();
    take([...files], event.target instanceof Element ? event.target : null);
  });

  useEffect(() => {
    if (!isActive) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files");
    document.addEventListener(
      "dragover",
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    // Without a related target, the pointer has left the window.
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && setOver(false), { signal });
    document.addEventListener("drop", (event) => arrive(event, event.dataTransfer?.files), { signal });
    document.addEventListener("paste", (event) => arrive(event, event.clipboardData?.files), { signal });
    return () => controller.abort();
  }, [isActive]);
  return isOver;
}
