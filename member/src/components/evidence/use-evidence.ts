/** Hook for evidence photos: select, upload five at a time, show and remove. */
import { EVIDENCE_MAX } from "@yunjing/contract/limits";
import { useEffect, useRef, useState } from "react";
import { userMessageFor } from "../../device/failure.ts";
import { loadPart } from "../../device/load-part.ts";

/** Has exactly one of `fileID` and `error` once its upload ended. */
export type EvidencePhoto = {
  readonly key: string;
  /** The local picture on this phone. */
  readonly src: string;
  /** Upload progress, 0 to 1. */
  readonly sent: number;
  readonly fileID?: string;
  /** A message for the member. */
  readonly error?: string;
};

export type Evidence = {
  readonly photos: readonly EvidencePhoto[];
  /** The number of photos that can still be added. */
  readonly remaining: number;
  readonly ids: readonly string[];
  /** Why the form cannot be sent yet. */
  readonly blockedReason: string | undefined;
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly remove: (key: string) => void;
  readonly clear: () => void;
};

const isOver = ({ fileID, error }: EvidencePhoto): boolean =>
  fileID !== undefined || error !== undefined;

function blockedReasonOf(shots: readonly EvidencePhoto[]): string | undefined {
  if (shots.some((shot) => !isOver(shot))) return "图片上传中";
  return shots.some(({ error }) => error !== undefined) ? "有图片没传上，请先移除" : undefined;
}

let made = 0;

/** `folder` is the part of the uploads' paths that names their use. */
export function useEvidence(folder: "refund" | "ticket"): Evidence {
  const [shots, setShots] = useState<readonly EvidencePhoto[]>([]);
  const sources = useRef(new Set<string>());
  useEffect(() => () => sources.current.forEach((src) => URL.revokeObjectURL(src)), []);

  const change = (key: string, part: Partial<EvidencePhoto>) =>
    setShots((all) => all.map((shot) => (shot.key === key ? { ...shot, ...part } : shot)));
  const upload = async (keys: readonly string[], files: readonly File[]): Promise<void> => {
    const { uploadEvidence } = await loadPart(() => import("./upload-evidence.ts"));
    const ends = await uploadEvidence(files, {
      folder,
      onProgress: (index, sent, total) => change(keys[index] ?? "", { sent: sent / total }),
    });
    for (const [index, { fileID, failure }] of ends.entries())
      change(
        keys[index] ?? "",
        fileID === undefined ? { error: userMessageFor(failure) } : { fileID, sent: 1 },
      );
  };
  const remaining = EVIDENCE_MAX - shots.length;
  const add = async (files: readonly File[]): Promise<void> => {
    const taken = files.slice(0, remaining);
    const fresh = taken.map((file): EvidencePhoto => {
      const src = URL.createObjectURL(file);
      sources.current.add(src);
      return { key: String((made += 1)), src, sent: 0 };
    });
    setShots((all) => [...all, ...fresh]);
    const keys = fresh.map(({ key }) => key);
    await upload(keys, taken).catch((failure: unknown) => {
      for (const key of keys) change(key, { error: userMessageFor(failure) });
    });
  };
  return {
    photos: shots,
    remaining,
    add,
    ids: shots.flatMap(({ fileID }) => fileID ?? []),
    blockedReason: blockedReasonOf(shots),
    remove: (key) => setShots((all) => all.filter((shot) => shot.key !== key)),
    clear: () => setShots([]),
  };
}
