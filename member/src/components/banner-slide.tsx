/**
 * One banner slide: a title, a line, a price on a white plate, and one or two objects at the right.
 */
import { ArtObject, type ArtworkId, Tint } from "./artwork.tsx";
import styles from "./banner-slide.module.css";
import { Pressable, type PressProps } from "./pressable.tsx";
import { Price } from "./price.tsx";
import { Tag } from "./tag.tsx";

export interface BannerItem extends PressProps {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly priceFen?: number | undefined;
  /** The price is that of the member's level. */
  readonly isMemberPrice?: boolean | undefined;
  readonly priceNote?: string | undefined;
  readonly tint?: string | undefined;
  /** One or two; at 320 px only the last one is drawn. */
  readonly artworks: readonly ArtworkId[];
}

export function BannerSlide({ item }: { readonly item: BannerItem }) {
  const [first, second] = item.artworks;
  return (
    <Pressable className={styles.slide} href={item.href} onPress={item.onPress}>
      <span className="block fill">
        <Tint tint={item.tint} withWave />
      </span>
      <span className={styles.art}>
        {second && first && <ArtObject name={first} className={styles.first} />}
        {(second ?? first) && (
          <ArtObject name={second ?? first ?? "gift"} className={styles.last} />
        )}
      </span>
      <span className={styles.words}>
        <span className="text-20 sea-900 strong">{item.title}</span>
        <span className={styles.subtitle}>{item.subtitle}</span>
        {item.priceFen !== undefined && (
          <span className={styles.offer}>
            <span className={styles.plate}>
              <Price amountFen={item.priceFen} size={28} />
            </span>
            <span className={styles.notes}>
              {item.isMemberPrice && <Tag tone="member">会员价</Tag>}
              <span className={styles.subtitle}>{item.priceNote}</span>
            </span>
          </span>
        )}
      </span>
    </Pressable>
  );
}
