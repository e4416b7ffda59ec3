/** The customer service contact for members: the phone number and its hours, from the settings. */
import type { Settings } from "./settings.ts";

type Contacts = Pick<Settings, "servicePhone" | "serviceHours">;

/** Returns the contact text of a message; without a number it names the help page. */
export const supportContactText = ({ servicePhone, serviceHours }: Contacts): string =>
  servicePhone === ""
    ? SUPPORT_CONTACT_FALLBACK
    : `拨打客服电话 ${servicePhone}（${serviceHours}）`;

/** For a text without access to settings. */
export const SUPPORT_CONTACT_FALLBACK = "查看「帮助客服」";
