/**
 * Up to six evidence photos of a member, each with its upload progress or the reason it failed.
 */
import { EVIDENCE_MAX } from "@yunjing/contract/limits";
import { type ChangeEvent, useId } from "react";
import { Icon } from "../icon.tsx";
import { close, plus } from "../icons.ts";
import styles from "./evidence-photos.module.css";
import type { Evidence, EvidencePhoto } from "./use-evidence.ts";

const stateOf = ({ fileID, error, sent }: EvidencePhoto): string => {
  if (error !== undefined) return error;
  return fileID === undefined ? `上传中 ${Math.round(sent * 100)}%` : "已上传";
};

interface TileProps {
  readonly shot: EvidencePhoto;
  readonly index: number;
  readonly onRemove: () => void;
}

const Tile = ({ shot, index, onRemove }: TileProps) => (
  <li className={styles.tile} data-state={shot.error ? "bad" : shot.fileID ? "done" : "going"}>
    <img src={shot.src} alt={`凭证 ${index + 1}，${stateOf(shot)}`} />
    {shot.fileID === undefined && (
      <span className={styles.state} aria-hidden="true">
        {shot.error === undefined ? `${Math.round(shot.sent * 100)}%` : "没传上"}
      </span>
    )}
    <button
      type="button"
      className={styles.remove}
      aria-label={`移除凭证 ${index + 1}`}
      onClick={onRemove}
    >
      <Icon of={close} size={12} />
    </button>
  </li>
);

function Add({ evidence }: { readonly evidence: Evidence }) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    target.value = "";
    void evidence.add(files);
  };
  return (
    <li>
      <label className={styles.add}>
        <Icon of={plus} size={22} />
        <span aria-hidden="true">
          {evidence.photos.length}/{EVIDENCE_MAX}
        </span>
        <input
          className="sr-only"
          type="file"
          accept="image/*"
          multiple
          aria-label="添加凭证图片"
          onChange={choose}
        />
      </label>
    </li>
  );
}

export function EvidencePhotos({ evidence }: { readonly evidence: Evidence }) {
  const heading = useId();
  const faults = [...new Set(evidence.photos.flatMap(({ error }) => error ?? []))];
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        凭证图片 <small>选填，最多 {EVIDENCE_MAX} 张</small>
      </h3>
      <ul className={styles.tiles}>
        {evidence.photos.map((shot, index) => (
          <Tile
            key={shot.key}
            shot={shot}
            index={index}
            onRemove={() => evidence.remove(shot.key)}
          />
        ))}
        {evidence.remaining > 0 && <Add evidence={evidence} />}
      </ul>
      <p className={styles.faults} role="status">
        {faults.join("；")}
      </p>
    </section>
  );
}
