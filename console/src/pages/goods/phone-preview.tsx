/** The draft in the size of a member's phone: as a card, as its detail page. Texts are the server's. */
import { useState } from "react";
import { moneyText } from "../../parts/format.ts";
import { GoodsPicture } from "../../parts/goods-picture.tsx";
import { Segments } from "../../parts/tabs.tsx";
import type { Draft, Goods } from "./draft-fields.ts";
import styles from "./goods.module.css";

function pricesOf({ skus }: Draft) {
  const priced = skus.flatMap(({ price }) => (price ? [price] : []));
  return priced.toSorted((one, other) => one.priceFen - other.priceFen)[0];
}

function Price({ draft }: { readonly draft: Draft }) {
  const price = pricesOf(draft);
  if (!price) return <p className={styles.price}>未定价</p>;
  return (
    <p className={styles.price}>
      {moneyText(price.priceFen)}
      {price.marketFen > price.priceFen && <s>{moneyText(price.marketFen)}</s>}
    </p>
  );
}

const Tags = ({ texts }: { readonly texts: readonly string[] }) => (
  <p className={styles.phoneTags}>
    {[...new Set(texts)].map((text) => (
      <span key={text}>{text}</span>
    ))}
  </p>
);

export function PhonePreview(props: {
  readonly draft: Draft;
  readonly preview: Goods["preview"];
  readonly note: string;
}) {
  const { draft, preview } = props;
  const [view, setView] = useState<"card" | "detail">("detail");
  const picture = (
    <div className={styles.phonePicture} data-tint={draft.tint}>
      {draft.pictureId === undefined ? (
        <GoodsPicture artwork={draft.artwork} />
      ) : (
        <img src={`/pictures/${draft.pictureId}/480.webp`} alt="" />
      )}
    </div>
  );
  const texts = (
    <>
      <strong>{draft.title || "未命名"}</strong>
      {draft.subtitle && <p>{draft.subtitle}</p>}
    </>
  );
  return (
    <aside className={styles.phoneSide} aria-label="会员端预览">
      <Segments
        label="预览页面"
        choices={[
          ["card", "列表卡片"],
          ["detail", "详情页"],
        ]}
        value={view}
        onChange={setView}
      />
      <div className={styles.phone} tabIndex={0} role="region" aria-label="手机预览">
        {view === "card" ? (
          <div className={styles.phoneCard}>
            {picture}
            <div>
              {texts}
              <Tags texts={draft.tags} />
              <Price draft={draft} />
            </div>
          </div>
        ) : (
          <>
            {picture}
            <div className={styles.phoneBody}>
              <Price draft={draft} />
              {texts}
              <Tags texts={[...draft.tags, ...preview.promises]} />
              <h3>规格</h3>
              <Tags texts={draft.skus.map(({ spec }) => spec || "默认规格")} />
              <h3>使用规则</h3>
              <dl>
                {preview.rules.map(({ title, text }) => (
                  <div key={title}>
                    <dt>{title}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </>
        )}
      </div>
      <p className={styles.phoneNote}>{props.note}</p>
    </aside>
  );
}
