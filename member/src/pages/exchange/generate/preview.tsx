/** Preview of a code as its holder will see it, while the batch is being edited. */
import { formatDate } from "../../../device/time.ts";
import { Artwork } from "../../../components/artwork.tsx";
import { Section } from "../../../components/card.tsx";
import { targetAppearance } from "./batch-text.ts";
import { type Draft, endOfDay, sampleCode, titleOf } from "./draft.ts";
import styles from "./generate.module.css";

export function Preview({ draft }: { readonly draft: Draft }) {
  const appearance = targetAppearance(draft.target);
  const end = endOfDay(draft.until);
  return (
    <Section title="预览" note="示例，不是真的码">
      <div className="grid gap-4">
        <p className={styles.code}>{sampleCode}</p>
        <div className="row gap-3 min-width-0">
          <Artwork name={appearance.artwork} tint={appearance.tint} size={52} shape="tile" />
          <span className="grid gap-half grow">
            <span className="min-width-0 text-16 ink-900 strong">
              {titleOf(draft) || "（未填名称）"}
            </span>
            <span className="caption">
              {end === undefined ? "有效期待填" : `有效期至 ${formatDate(end)}`}
            </span>
          </span>
        </div>
      </div>
    </Section>
  );
}
