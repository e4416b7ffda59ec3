/** Where members reach a person: the service number and its hours, from the settings. */
import type { Settings } from "./settings.ts";

type Contacts = Pick<Settings, "servicePhone" | "serviceHours">;

/** What a message asks its reader to do; without a number it names the page with the answers. */
export const supportContactText = ({ servicePhone, serviceHours }: Contacts): string =>
  servicePhone === ""
    ? SUPPORT_CONTACT_FALLBACK
    : `拨打客服电话 ${servicePhone}（${serviceHours}）`;

/** For a text without settings at hand. */
export const SUPPORT_CONTACT_FALLBACK = "查看「帮助客服」";
