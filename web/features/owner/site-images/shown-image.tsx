import { useEffect, useRef } from "react";

type Props = { src: string; size: { width: number; height: number }; onMissing?: () => void };

/** An image of the draft. Its description is in a field beside it. */
export function StoredImage({ src, size, onMissing }: Props) {
  // An image also fails to load without a network.
  const check = async () => {
    const response = await fetch(src, { method: "HEAD" }).catch(() => undefined);
    if (response?.status === 404) onMissing?.();
  };
  return <img src={src} alt="" {...size} onError={() => void check()} />;
}

/** An image that is not stored yet. */
export function LocalImage({ image }: { image: Blob }) {
  const shown = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(image);
    shown.current!.src = url;
    return () => URL.revokeObjectURL(url);
  }, [image]);
  const hide = () => {
    shown.current!.hidden = true;
  };
  return <img ref={shown} alt="" onError={hide} />;
}
