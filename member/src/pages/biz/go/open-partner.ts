/** The two ways off the jump page: over to the partner, or back to where one was. */
import { openExternal, navigateBack } from "../../../shell/navigate.ts";

/** In the place of this page, so that coming back from the partner leads to where one was before it. */
export const openPartner = (url: string): void =>
  openExternal(new URL(url, location.href).href, { replace: true, isTrusted: true });

export const goBack = (): Promise<void> => navigateBack();
