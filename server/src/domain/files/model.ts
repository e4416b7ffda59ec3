/**
 * Terms: a *ticket* allows one upload for a while; a *stored* file lives a day unless something of a member *adopts*
 * it; a *path* is what follows the space in a file's id, `yyyy/mm/{uuid}/{cloud path}`; a *link* lets one reader read
 * one path for a while.
 */

export const imageTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export type ImageType = (typeof imageTypes)[number];
/** What adopts files: a member's picture, and what is shown with a refund. */
export type Purpose = "avatar" | "refund";

const EXTENSION: Readonly<Record<ImageType, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};
const NAMES = /\.(?:jpe?g|png|webp)$/i;

/** Where the bytes lie in the store; nothing of what the client called it is in there. */
export const storeKeyOf = (path: string, type: ImageType): string =>
  `${path.split("/").slice(0, 3).join("/")}.${EXTENSION[type]}`;

/** What a browser calls it when it is saved. */
export const savedNameOf = (fileId: string, type: ImageType): string =>
  `${fileId.slice(-8)}.${EXTENSION[type]}`;

const PATH_BYTES_MAX = 255;

/**
 * Why a cloud path is none; undefined for a good one. No way up, no second slash, nothing that a system reads otherwise
 * than it is written.
 */
export function pathFault(path: string): "empty" | "form" | undefined {
  if (path.trim() === "") return "empty";
  const isLong = Buffer.byteLength(path) > PATH_BYTES_MAX;
  // Control signs, a backslash, and text that is no Unicode.
  const isOdd = /[\p{Cc}\p{Cs}\\]/u.test(path) || path.includes("://");
  const isStray = path.split("/").some((part) => part === "" || part === "." || part === "..");
  return isLong || isOdd || isStray ? "form" : undefined;
}

/** A name without an ending may be any picture; one with another ending is none. */
export const mayBePicture = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return !name.includes(".") || NAMES.test(name);
};

const FULL_PATH =
  /^\d{4}\/\d{2}\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/(.+)$/s;

/** The id within a whole path; undefined when it is none of ours. */
export function idInPath(path: string): string | undefined {
  const [, fileId, cloudPath = ""] = FULL_PATH.exec(path) ?? [];
  return pathFault(cloudPath) === undefined ? fileId : undefined;
}

/** The path within `cloud://{space}/{path}`; undefined when it is no such id. */
export function pathInId(id: string): string | undefined {
  const [, path = ""] = /^cloud:\/\/[^/]+\/(.+)$/s.exec(id) ?? [];
  return idInPath(path) === undefined ? undefined : path;
}
