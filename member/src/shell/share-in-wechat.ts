/** Loaded only in WeChat: passes the shown page to WeChat's SDK for sharing (U08). */
import { urlToSign, createSharing, type ShareContent, shareDataOf } from "../device/share.ts";
import {
  inviteCode,
  logShareFailure,
  shareDependencies,
  shareTexts,
} from "../device/share-dependencies.ts";

const show = createSharing(shareDependencies);

/**
 * Called whenever a page is shown, with the address to share, the visit's first address and the
 * current one, and the page's own texts and picture where it has them. Never rejects.
 */
export async function sharePage(
  address: string,
  visit: { readonly first: string; readonly now: string },
  own: ShareContent | undefined,
): Promise<void> {
  const { origin } = location;
  const { userAgent } = navigator;
  await Promise.all([inviteCode(), own ?? shareTexts()])
    .then(([code, content]) =>
      show(
        urlToSign({ userAgent, ...visit }),
        shareDataOf({ origin, address, inviteCode: code, content }),
      ),
    )
    .catch((failure: unknown) => logShareFailure("a page cannot be shared", failure));
}
