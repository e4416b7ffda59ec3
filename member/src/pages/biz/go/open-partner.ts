/** The two ways to leave the redirect page: to the partner, or back to the previous page. */
import { openExternal, navigateBack } from "../../../shell/navigate.ts";

/** Replaces this page in the history, so that back from the partner leads to the page before it. */
export const openPartner = (url: string): void =>
  openExternal(new URL(url, location.href).href, { replace: true, isTrusted: true });

export const goBack = (): Promise<void> => navigateBack();
