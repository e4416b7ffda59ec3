/** Pictures on their way to a refund: chosen, uploaded five at a time, shown, taken away again. */
import { EVIDENCE_MAX } from "@yunjing/contract/limits";
import { useEffect, useRef, useState } from "react";
import { ownCloud } from "../../../../device/cloud/config.ts";
import { fittedPicture } from "../../../../device/cloud/picture-fit.ts";
import { uploadFiles } from "../../../../device/cloud/upload.ts";
import { wordsFor } from "../../../../device/failure.ts";

/** Exactly one of `fileID` and `fault` once it is over. */
export type Shot = {
  readonly key: string;
  /** The picture as it lies on this phone. */
  readonly src: string;
  /** 0 to 1. */
  readonly sent: number;
  readonly fileID?: string;
  /** What a member reads. */
  readonly fault?: string;
};

export type Evidence = {
  readonly shots: readonly Shot[];
  /** How many more may be chosen. */
  readonly room: number;
  readonly ids: readonly string[];
  /** Why the refund cannot be sent yet. */
  readonly shut: string | undefined;
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly remove: (key: string) => void;
  readonly clear: () => void;
};

const isOver = ({ fileID, fault }: Shot): boolean => fileID !== undefined || fault !== undefined;

function shutOf(shots: readonly Shot[]): string | undefined {
  if (shots.some((shot) => !isOver(shot))) return "图片上传中";
  return shots.some(({ fault }) => fault !== undefined) ? "有图片没传上，请先移除" : undefined;
}

let made = 0;

export function useEvidence(): Evidence {
  const [shots, setShots] = useState<readonly Shot[]>([]);
  const sources = useRef(new Set<string>());
  useEffect(() => () => sources.current.forEach((src) => URL.revokeObjectURL(src)), []);

  const change = (key: string, news: Partial<Shot>) =>
    setShots((all) => all.map((shot) => (shot.key === key ? { ...shot, ...news } : shot)));
  const upload = async (keys: readonly string[], files: readonly File[]): Promise<void> => {
    const config = await ownCloud();
    const fitted = await Promise.all(files.map((file) => fittedPicture(file)));
    const ends = await uploadFiles(config, {
      files: fitted,
      folder: "refund",
      onProgress: (index, sent, total) => change(keys[index] ?? "", { sent: sent / total }),
    });
    for (const [index, { fileID, failure }] of ends.entries())
      change(
        keys[index] ?? "",
        fileID === undefined ? { fault: wordsFor(failure) } : { fileID, sent: 1 },
      );
  };
  const room = EVIDENCE_MAX - shots.length;
  const add = async (files: readonly File[]): Promise<void> => {
    const taken = files.slice(0, room);
    const fresh = taken.map((file): Shot => {
      const src = URL.createObjectURL(file);
      sources.current.add(src);
      return { key: String((made += 1)), src, sent: 0 };
    });
    setShots((all) => [...all, ...fresh]);
    const keys = fresh.map(({ key }) => key);
    await upload(keys, taken).catch((failure: unknown) => {
      for (const key of keys) change(key, { fault: wordsFor(failure) });
    });
  };
  return {
    shots,
    room,
    add,
    ids: shots.flatMap(({ fileID }) => fileID ?? []),
    shut: shutOf(shots),
    remove: (key) => setShots((all) => all.filter((shot) => shot.key !== key)),
    clear: () => setShots([]),
  };
}
