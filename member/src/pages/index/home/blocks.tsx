/** Renders the home page blocks of the server, each kind with its own component. */
import type { BenefitCard as Benefit, HomeBlock } from "@yunjing/contract/schemas/home";
import { Fragment, type ReactNode } from "react";
import { Banner } from "../../../components/banner.tsx";
import { BrandPlate, BrandPlates } from "../../../components/brand-plate.tsx";
import { Card, Section } from "../../../components/card.tsx";
import { Countdown } from "../../../components/countdown.tsx";
import { Entries, TileEntry } from "../../../components/grid-entry.tsx";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { benefitPath } from "../../../components/shop/benefit-path.ts";
import { Zone, ZoneCard } from "../../../components/zone-card.tsx";
import { navigateTo, openLink } from "../../../shell/navigate.ts";

type Block<K extends HomeBlock["kind"]> = Extract<HomeBlock, { kind: K }>;

const go = ({ url }: { readonly url: string }) => ({ onPress: () => openLink(url) });
const openBenefit = ({ benefitId }: Benefit) => ({
  href: benefitPath(benefitId),
  onPress: () => void navigateTo(benefitPath(benefitId)),
});
const ALL_BENEFITS = "/pages/benefit/search?all=1";
const ALL_BRANDS = "/pages/benefit/search?brands=1";

const Banners = ({ items }: Block<"banner">) => (
  <Banner
    label="活动"
    items={items.map(({ link, priceFen, priceNote, isMemberPrice, ...item }) => ({
      ...item,
      ...(priceFen === undefined ? {} : { priceFen }),
      ...(priceNote === undefined ? {} : { priceNote }),
      ...(isMemberPrice ? { isMemberPrice } : {}),
      ...go(link),
    }))}
  />
);

/** The grid and the notice share one card, as one group of actions. */
const Grid = ({
  grid,
  notice,
}: {
  readonly grid: Block<"grid">;
  readonly notice: Block<"notice"> | undefined;
}) => {
  const [latest] = notice?.items ?? [];
  return (
    <Card>
      <Entries label="分类">
        {grid.items.map(({ id, name, picture, link }) => (
          <TileEntry
            key={id}
            name={name}
            artwork={picture.artwork}
            tint={picture.tint}
            {...go(link)}
          />
        ))}
      </Entries>
      {latest && <NoticeBar text={latest.text} ruled {...(latest.link ? go(latest.link) : {})} />}
    </Card>
  );
};

const ZoneBlock = ({
  zone,
  onEnd,
}: {
  readonly zone: Block<"zone">;
  readonly onEnd: () => void;
}) => (
  <Section
    title={zone.title}
    {...(zone.endsAt === undefined
      ? {}
      : { beside: <Countdown endsAt={zone.endsAt} onEnd={onEnd} /> })}
    all={{ text: `全部 ${zone.total} 件`, onPress: () => navigateTo(ALL_BENEFITS) }}
    flush
  >
    <Zone label={zone.title}>
      {zone.items.map((benefit) => (
        <ZoneCard
          key={benefit.benefitId}
          title={benefit.title}
          artwork={benefit.picture.artwork}
          also={benefit.picture.also}
          photo={benefit.picture.photo}
          tint={benefit.picture.tint}
          priceFen={benefit.memberPriceFen ?? benefit.priceFen}
          points={benefit.pointsPrice}
          state={benefit.state}
          marketPriceFen={benefit.marketPriceFen}
          exchangedCount={benefit.exchangedCount}
          {...openBenefit(benefit)}
        />
      ))}
    </Zone>
  </Section>
);

const Brands = ({ title, items }: Block<"brands">) => (
  <Section title={title} all={{ text: "全部品牌", onPress: () => navigateTo(ALL_BRANDS) }}>
    <BrandPlates label={title}>
      {items.map(({ code, name, count, picture, link }) => (
        <BrandPlate
          key={code}
          name={name}
          count={count}
          artwork={picture.artwork}
          tint={picture.tint}
          photo={picture.photo}
          {...go(link)}
        />
      ))}
    </BrandPlates>
  </Section>
);

interface BlocksProps {
  readonly blocks: readonly HomeBlock[];
  /** Called when a zone's time is over and its prices have changed. */
  readonly onEnd: () => void;
  /** Stands below the categories. */
  readonly afterGrid?: ReactNode;
}

export function Blocks({ blocks, onEnd, afterGrid }: BlocksProps) {
  const notice = blocks.find((block) => block.kind === "notice");
  return blocks.map((block) => {
    if (block.kind === "banner") return <Banners key={block.id} {...block} />;
    if (block.kind === "grid") {
      return (
        <Fragment key={block.id}>
          <Grid grid={block} notice={notice} />
          {afterGrid}
        </Fragment>
      );
    }
    if (block.kind === "zone") return <ZoneBlock key={block.id} zone={block} onEnd={onEnd} />;
    if (block.kind === "brands") return <Brands key={block.id} {...block} />;
    return null;
  });
}
