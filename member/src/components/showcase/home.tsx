/** Showcase: the components of the home page. */
import { useState } from "react";
import { Banner } from "../banner.tsx";
import { BenefitCard } from "../benefit-card.tsx";
import { BrandPlate, BrandPlates } from "../brand-plate.tsx";
import { Card, Section } from "../card.tsx";
import { Countdown } from "../countdown.tsx";
import { Entries, TileEntry } from "../grid-entry.tsx";
import { NoticeBar } from "../notice-bar.tsx";
import { Zone, ZoneCard } from "../zone-card.tsx";
import { banners, benefits, brands, noop, tiles, zoneCards } from "./samples.ts";
import { ShowcaseSection } from "./showcase-section.tsx";

const TWO_HOURS_MS = 8_076_000;

export function HomeShowcase() {
  const [endsAt] = useState(() => Date.now() + TWO_HOURS_MS);
  return (
    <ShowcaseSection title="首页" bare>
      <Banner label="活动" items={banners} />
      <Card>
        <Entries label="分类">
          {tiles.map(([name, artwork, tint]) => (
            <TileEntry key={name} name={name} artwork={artwork} tint={tint} onPress={noop} />
          ))}
        </Entries>
        <NoticeBar text="肯德基自取可约时段，最晚 21:30" ruled onPress={noop} />
      </Card>
      <Section
        title="限时价"
        beside={<Countdown endsAt={endsAt} />}
        all={{ text: "全部 18 件", onPress: noop }}
        flush
      >
        <Zone label="限时价">
          {zoneCards.map((card) => (
            <ZoneCard key={card.title} {...card} exchangedCount={1286} onPress={noop} />
          ))}
        </Zone>
      </Section>
      <Section title="热门品牌" all={{ text: "全部品牌", onPress: noop }}>
        <BrandPlates label="热门品牌">
          {brands.map((brand) => (
            <BrandPlate key={brand.name} {...brand} onPress={noop} />
          ))}
        </BrandPlates>
      </Section>
      <Section title="猜你喜欢" beside="按上海可用排序">
        {benefits.map((benefit) => (
          <BenefitCard key={benefit.title} {...benefit} onPress={noop} />
        ))}
      </Section>
    </ShowcaseSection>
  );
}
