/** 图文详情: texts and pictures of a benefit, in the order in which operators put them. */
import type { BenefitDetail } from "@yunjing/contract/schemas/benefit";
import { Section } from "../../../components/card.tsx";
import { Photo } from "../../../components/photo.tsx";
import styles from "./detail.module.css";

export function DetailBlocks({ benefit: { detail = [] } }: { readonly benefit: BenefitDetail }) {
  if (detail.length === 0) return null;
  return (
    <Section title="图文详情">
      <div className={styles.blocks}>
        {detail.map((block, at) =>
          block.kind === "text" ? (
            // Blocks have no ids; they change only as a whole.
            <p key={at}>{block.text}</p>
          ) : (
            <div key={at} className={styles.blockPicture}>
              <Photo photo={block.photo} sizes="(min-width: 480px) 424px, 88vw" />
            </div>
          ),
        )}
      </div>
    </Section>
  );
}
