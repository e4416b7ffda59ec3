/** The messages between the console and the member app's page that draws drafts for it. */
import type { BenefitDetail } from "./schemas/benefit.ts";
import type { HomePage } from "./schemas/home.ts";

/** The member app's page; only a page of the same origin may frame it. */
export const PREVIEW_PATH = "/pages/index/preview";

/** The framed page has loaded and listens. */
export const PREVIEW_READY = "preview-ready";

/** What the console sends: a home page or a benefit as the server answers them. */
export type Previewed =
  | { readonly type: "home-preview"; readonly page: HomePage }
  | {
      readonly type: "benefit-preview";
      readonly benefit: BenefitDetail;
      /** As a row of a list, or as its page. */
      readonly view: "card" | "detail";
    };

/** Returns the message of the console; undefined for any other message. */
export function previewedIn(data: unknown): Previewed | undefined {
  const isMessage = (value: unknown): value is Previewed =>
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    (value.type === "home-preview" || value.type === "benefit-preview");
  return isMessage(data) ? data : undefined;
}
