/** Downloads a file with the member's login and saves it on the device. */
import { download } from "./http.ts";
import { saveFile } from "./save-file.ts";
import { renewSession } from "./session.ts";
import { tokenState } from "./token.ts";

interface WantedFile {
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The name in the browser's downloads. */
  readonly name: string;
}

export async function saveDownload({ path, query, name }: WantedFile): Promise<void> {
  if (tokenState() === "expired") await renewSession();
  const { bytes, type } = await download(path, query);
  saveFile(new Blob([bytes], { type }), name);
}
