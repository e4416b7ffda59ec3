/** Loads the preview's chunk when the first image is opened; the page is dimmed meanwhile. */
import { lazy, Suspense } from "react";
import box from "../facade/dialog-box.module.css";
import type { ImagesRequest } from "./preview-request.ts";

const Preview = lazy(async () => {
  const { ImagePreview } = await import("./image-preview.tsx");
  return { default: ImagePreview };
});

type Props = { ask: ImagesRequest; settle: () => void };

export const LazyPreview = ({ ask, settle }: Props) => (
  <Suspense fallback={<div className={box.scrim} />}>
    <Preview ask={ask} settle={settle} />
  </Suspense>
);
