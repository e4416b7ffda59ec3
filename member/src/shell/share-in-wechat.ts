/** Loaded only in WeChat: passes the shown page to WeChat's SDK for sharing (U08). */
import { urlToSign, createSharing, shareDataOf } from "../device/share.ts";
import {
  inviteCode,
  logShareFailure,
  shareDependencies,
  shareTexts,
} from "../device/share-dependencies.ts";

const show = createSharing(shareDependencies);

/**
 * Called whenever a page is shown, with the visit's first address and the current one. Never
 * rejects.
 */
export async function sharePage(
  path: string,
  visit: { readonly first: string; readonly now: string },
): Promise<void> {
  const { origin } = location;
  const { userAgent } = navigator;
  await Promise.all([inviteCode(), shareTexts()])
    .then(([code, texts]) =>
      show(
        urlToSign({ userAgent, ...visit }),
        shareDataOf({ origin, path, inviteCode: code, texts }),
      ),
    )
    .catch((failure: unknown) => logShareFailure("a page cannot be shared", failure));
}
