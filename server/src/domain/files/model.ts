/**
 * Types and rules of uploaded files. A *ticket* allows one upload for a limited time; a *stored*
 * file is deleted after a day unless it is *adopted* for a member; a *path* is the part after the
 * space in a file's id, `yyyy/mm/{uuid}/{cloud path}`; a *link* lets one reader read one path for a
 * limited time.
 */

export const imageTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export type ImageType = (typeof imageTypes)[number];
/**
 * What files are adopted for: a member's picture, the evidence of a refund, a picture in a ticket.
 */
export type Purpose = "avatar" | "refund" | "ticket";

const EXTENSION: Readonly<Record<ImageType, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};
const NAMES = /\.(?:jpe?g|png|webp)$/i;

/**
 * Returns the key of the bytes in the store; it contains no part of the name that the client gave.
 */
export const storeKeyOf = (path: string, type: ImageType): string =>
  `${path.split("/").slice(0, 3).join("/")}.${EXTENSION[type]}`;

/** Returns the file name that a browser saves it under. */
export const savedNameOf = (fileId: string, type: ImageType): string =>
  `${fileId.slice(-8)}.${EXTENSION[type]}`;

const PATH_BYTES_MAX = 255;

/**
 * Returns why a cloud path is invalid; undefined for a valid one. Rejects parent folders, double
 * slashes, and characters that a system may read differently.
 */
export function pathFault(path: string): "empty" | "form" | undefined {
  if (path.trim() === "") return "empty";
  const isLong = Buffer.byteLength(path) > PATH_BYTES_MAX;
  // Control characters, a backslash, and invalid Unicode.
  const isOdd = /[\p{Cc}\p{Cs}\\]/u.test(path) || path.includes("://");
  const isStray = path.split("/").some((part) => part === "" || part === "." || part === "..");
  return isLong || isOdd || isStray ? "form" : undefined;
}

/**
 * A name without an extension may be any picture; one with an extension must have one of a picture.
 */
export const mayBePicture = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return !name.includes(".") || NAMES.test(name);
};

const FULL_PATH =
  /^\d{4}\/\d{2}\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/(.+)$/s;

/** Returns the file id in a full path; undefined for an invalid path. */
export function idInPath(path: string): string | undefined {
  const [, fileId, cloudPath = ""] = FULL_PATH.exec(path) ?? [];
  return pathFault(cloudPath) === undefined ? fileId : undefined;
}

/** Returns the path in `cloud://{space}/{path}`; undefined for an invalid id. */
export function pathInId(id: string): string | undefined {
  const [, path = ""] = /^cloud:\/\/[^/]+\/(.+)$/s.exec(id) ?? [];
  return idInPath(path) === undefined ? undefined : path;
}
