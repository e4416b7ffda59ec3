/** Downloads a file of an operation with the operator's token and saves it under a name. */
import { readData, renewSession } from "./http.ts";
import { isTokenValid, storedToken } from "./token.ts";

const KEPT_MS = 60_000;

/** `path` is below `/console/api`. Throws ApiFailure with the refusal. */
export async function downloadFile(path: string, name: string): Promise<void> {
  if (!isTokenValid()) await renewSession();
  const answer = await fetch(`/console/api${path}`, { headers: { authorization: storedToken() } });
  const isFile = answer.headers.get("content-type")?.startsWith("application/octet-stream");
  if (!isFile) {
    await readData(answer);
    return;
  }
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
