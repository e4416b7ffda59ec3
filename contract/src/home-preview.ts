/** The messages between the console and the member app's page that draws a home page's draft. */
import type { HomePage } from "./schemas/home.ts";

/** The member app's page; only a page of the same origin may frame it. */
export const HOME_PREVIEW_PATH = "/pages/index/preview";

/** The framed page has loaded and listens. */
export const PREVIEW_READY = "home-preview-ready";

/** What the console sends: the page as the server answers it. */
export type HomePreviewMessage = { readonly type: "home-preview"; readonly page: HomePage };

/** Returns the page of a message of the console; undefined for any other message. */
export function previewedPage(data: unknown): HomePage | undefined {
  const isMessage = (value: unknown): value is HomePreviewMessage =>
    typeof value === "object" && value !== null && "type" in value && value.type === "home-preview";
  return isMessage(data) ? data.page : undefined;
}
