/** The door to the image preview (D10): over everything, until the member has seen enough. */
import { show } from "../facade/dialog-queue.ts";
import type { PreviewImage } from "./preview-request.ts";

type PreviewOptions = {
  readonly images: readonly PreviewImage[];
  /** Which one is seen first, from 0. */
  readonly start?: number;
  /**
   * Told which image was held for 350 ms; what is shown then is the caller's. Without it the
   * browser answers by its own menu.
   */
  readonly onLongPress?: ((image: PreviewImage) => void) | undefined;
};

/** Shows images to be looked at closely; resolves once the preview has gone. */
export async function previewImages({
  images,
  start = 0,
  onLongPress,
}: PreviewOptions): Promise<void> {
  if (images.length === 0) return;
  await show("images", { images, start, onLongPress });
}
