/** The navy member card with gold contours, in a white pocket with a wave-shaped edge. */
import { Contours } from "./contours.tsx";
import { Icon } from "./icon.tsx";
import { chevron } from "./icons.ts";
import styles from "./member-card.module.css";
import { countText, moneyPieces } from "./money.ts";
import { Pressable, type PressProps } from "./pressable.tsx";
import { EngravedWhale } from "./whale.tsx";

export interface MemberCardProps {
  /** 金鲸会员. */
  readonly levelName: string;
  /** LV3. */
  readonly levelMark: string;
  readonly growth: number;
  /** Growth value at which the next level begins; absent at the highest level. */
  readonly growthNext?: number | undefined;
  /** 再得 520 升 LV4 蓝鲸. */
  readonly growthNote?: string | undefined;
  readonly rights?: string | undefined;
  /** What a press on the whole card opens. */
  readonly about?: (PressProps & { readonly text: string }) | undefined;
  readonly assets: {
    readonly balanceFen: number;
    readonly points: number;
    readonly cards: number;
    readonly coupons: number;
  };
  /** Opens one of the four assets. */
  readonly assetLinks?: Partial<Record<AssetKind, PressProps>> | undefined;
}

export type AssetKind = "balance" | "points" | "cards" | "coupons";

export function MemberCard(props: MemberCardProps) {
  const { levelName, levelMark, growth, growthNext, about, assets, assetLinks = {} } = props;
  const part = growthNext ? Math.min(growth / growthNext, 1) : 1;
  const { yuan, decimals } = moneyPieces(assets.balanceFen, "exact");
  return (
    <section
      className="relative clip bg-surface radius-card"
      aria-label={`${levelName} ${levelMark}`}
    >
      <div className={styles.face}>
        <Contours tone="gold" />
        <div className="row wrap gap-1-2">
          <span className="text-20 gold-300 strong">{levelName}</span>
          <span className={styles.mark}>{levelMark}</span>
          {about && (
            <span className="inline-row gap-half text-12 gold-300 push-end" aria-hidden="true">
              {about.text}
              <Icon of={chevron} size={16} />
            </span>
          )}
        </div>
        <div className={styles.middle}>
          <div className="grow">
            <p className={styles.growth}>
              <strong>{countText(growth)}</strong>
              {growthNext ? ` / ${countText(growthNext)} 成长值` : " 成长值"}
            </p>
            <span className={styles.bar}>
              <span style={{ transform: `scaleX(${part})` }} />
            </span>
            {props.growthNote && <p className={styles.note}>{props.growthNote}</p>}
            {props.rights && <p className={styles.rights}>{props.rights}</p>}
          </div>
          <EngravedWhale size={92} />
        </div>
        {about && (
          <Pressable
            className={styles.cover}
            href={about.href}
            onPress={about.onPress}
            label={`${about.text}，${levelName} ${levelMark}`}
          >
            {null}
          </Pressable>
        )}
      </div>
      <svg
        className={styles.edge}
        viewBox="0 0 358 24"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d="M0 15C50 3 110 5 175 12s120 10 183-5v17.500H0z" />
      </svg>
      <ul className={styles.pocket} aria-label="我的资产">
        <Asset name="余额（元）" figure={`${yuan}${decimals}`} {...assetLinks.balance} />
        <Asset name="积分" figure={countText(assets.points)} {...assetLinks.points} />
        <Asset name="卡包" figure={`${assets.cards}`} {...assetLinks.cards} />
        <Asset name="优惠券" figure={`${assets.coupons}`} {...assetLinks.coupons} />
      </ul>
    </section>
  );
}

interface AssetProps extends PressProps {
  readonly name: string;
  readonly figure: string;
}

const Asset = ({ name, figure, href, onPress }: AssetProps) => (
  <li>
    <Pressable className={styles.asset} href={href} onPress={onPress}>
      <span className="text-20 ink-900 bold">{figure}</span>
      <span className="caption">{name}</span>
    </Pressable>
  </li>
);
