/** Opens the image preview (D10) over everything else. */
import { show } from "../facade/dialog-queue.ts";
import type { PreviewImage } from "./preview-request.ts";

type PreviewOptions = {
  readonly images: readonly PreviewImage[];
  /** Index of the first image shown, from 0. */
  readonly start?: number;
  /**
   * Called with the image that was pressed for 350 ms; the caller decides what to show. Without it
   * the browser opens its own menu.
   */
  readonly onLongPress?: ((image: PreviewImage) => void) | undefined;
};

/** Opens the image preview; resolves once it has closed. */
export async function previewImages({
  images,
  start = 0,
  onLongPress,
}: PreviewOptions): Promise<void> {
  if (images.length === 0) return;
  await show("images", { images, start, onLongPress });
}
