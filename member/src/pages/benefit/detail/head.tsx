/** The picture, price and name of a benefit, with the share button. */
import type { BenefitDetail, SkuView } from "@yunjing/contract/schemas/benefit";
import { copyText } from "../../../device/clipboard.ts";
import { HeroScene } from "../../../components/hero-scene.tsx";
import { Photo } from "../../../components/photo.tsx";
import { Button } from "../../../components/button.tsx";
import { moneyText, shortCountText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { external } from "../../../components/page-icons.ts";
import { MarketPrice, PointsPrice, Price } from "../../../components/price.tsx";
import { Tag } from "../../../components/tag.tsx";
import { notice, toast } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import { useShareContent } from "../../../shell/share.ts";
import styles from "./detail.module.css";

/** The address of a benefit, with the parameter that its route shares. */
const addressOf = (benefitId: string): string =>
  `/pages/benefit/detail?${new URLSearchParams({ id: benefitId }).toString()}`;

/** Uses the browser's share function when it exists; otherwise copies the link. */
async function share({ benefitId, share: { title, description } }: BenefitDetail): Promise<void> {
  const url = new URL(addressOf(benefitId), location.origin).href;
  if ("share" in navigator && window.isSecureContext) {
    // Closing the browser's share sheet is not an error.
    await navigator.share({ title, text: description, url }).catch(() => undefined);
    return;
  }
  if (await copyText(url)) await toast("链接已复制，去发给朋友吧");
  else await notice({ title: "请长按复制链接", content: url });
}

const cityList = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join("、")}等 ${names.length} 城` : names.join("、");

function Region({ benefit }: { readonly benefit: BenefitDetail }) {
  const { isHere, isEverywhere, cityName, cityNames } = benefit.region;
  if (isHere && (isEverywhere || cityNames.length === 0)) return null;
  if (isHere) return <NoticeBar kind="info" text={`限 ${cityList(cityNames)} 使用`} />;
  const where = cityNames.length > 0 ? `，可在 ${cityList(cityNames)} 使用` : "";
  return (
    <NoticeBar
      kind="warn"
      text={`${cityName}暂不可用${where}`}
      actionText="换城市"
      onPress={() => void navigateTo("/pages/region/choose?mode=city")}
    />
  );
}

function PriceLine({ benefit, sku }: { benefit: BenefitDetail; sku: SkuView | undefined }) {
  const priceFen = sku?.unitFen ?? benefit.memberPriceFen ?? benefit.priceFen;
  const marketFen = sku?.marketFen ?? benefit.marketPriceFen;
  const next = sku?.levelPrices.find((level) => level.priceFen < priceFen);
  return (
    <>
      <p className={styles.price}>
        {sku?.pointsPrice ? (
          <PointsPrice points={sku.pointsPrice} addFen={sku.pointsCashFen} size={28} />
        ) : (
          <Price amountFen={priceFen} size={28} />
        )}
        {sku?.levelName && <Tag tone="member">{sku.levelName}价</Tag>}
        {marketFen > priceFen && <MarketPrice amountFen={marketFen} />}
        {benefit.exchangedCount > 0 && (
          <span className="caption push-end">已兑 {shortCountText(benefit.exchangedCount)}</span>
        )}
      </p>
      {(sku?.levelPrices.length ?? 0) > 0 && (
        <p className="text-12 gold-700">
          {next
            ? `升到${next.name}，每件再省 ${moneyText(priceFen - next.priceFen)}`
            : "已是最低的等级价"}
        </p>
      )}
    </>
  );
}

export function Head({ benefit, sku }: { benefit: BenefitDetail; sku: SkuView | undefined }) {
  useShareContent(addressOf(benefit.benefitId), benefit.share);
  const [picture = benefit.picture, second] = benefit.gallery;
  const shown = sku?.picture ?? picture;
  return (
    <>
      <div className={styles.picture} data-tint={shown.tint}>
        {benefit.picture.photo && !sku?.picture ? (
          <Photo photo={benefit.picture.photo} sizes="(min-width: 480px) 480px, 100vw" />
        ) : (
          <HeroScene
            category={benefit.category.code}
            artwork={shown.artwork}
            also={second?.artwork}
            tint={shown.tint}
            faded={benefit.state === "sold_out"}
          />
        )}
      </div>
      <section className={styles.head} aria-label="权益">
        <PriceLine benefit={benefit} sku={sku} />
        <div className="flex between items-start gap-3">
          <h2 className="min-width-0 text-20 ink-900 strong">{benefit.title}</h2>
          <Button appearance="soft" size={32} icon={external} onPress={() => share(benefit)}>
            分享
          </Button>
        </div>
        <p className="text-14 ink-700">
          {[benefit.brand, benefit.subtitle ?? benefit.deliveryText].filter(Boolean).join("，")}
        </p>
        <p className="flex wrap gap-1">
          {benefit.promises.map((promise) => (
            <Tag key={promise}>{promise}</Tag>
          ))}
        </p>
        <Region benefit={benefit} />
      </section>
    </>
  );
}
