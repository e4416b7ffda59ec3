/** Copies text to the clipboard, and says whether the browser allowed it. */
import { tell, tellFailure } from "./toast.tsx";

/**
 * Says `done` once the text is copied. Where the browser refuses, or has no clipboard (plain http),
 * the message of the failure holds the text, which can be selected there.
 */
export async function copyText(copied: string, done: string): Promise<void> {
  const isCopied =
    "clipboard" in navigator &&
    (await navigator.clipboard.writeText(copied).then(
      () => true,
      () => false,
    ));
  if (isCopied) tell(done);
  else tellFailure(`浏览器不允许复制，请选中后复制：${copied}`);
}
