/** What is loaded in WeChat alone: tells its SDK about the page that is shown (U08). */
import { addressToSign, createSharing, shareDataOf } from "../device/share.ts";
import { inviteCode, recordShare, shareParts } from "../device/share-parts.ts";

const show = createSharing(shareParts);

/** Called whenever a page is shown, with the visit's first address and the present one. Never rejects. */
export async function shareShown(
  path: string,
  visit: { readonly first: string; readonly now: string },
): Promise<void> {
  const { origin } = location;
  const { userAgent } = navigator;
  await inviteCode()
    .then((code) =>
      show(addressToSign({ userAgent, ...visit }), shareDataOf({ origin, path, inviteCode: code })),
    )
    .catch((failure: unknown) => recordShare("a page cannot be shared", failure));
}
