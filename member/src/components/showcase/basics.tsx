/** Showcase, first section: mark, contours, icons, objects, prices, tags. */
import { artworkNames, artworkTints } from "@yunjing/contract/artwork";
import { sceneNames } from "../artwork-names.ts";
import { Artwork } from "../artwork.tsx";
import { Contours } from "../contours.tsx";
import { FunctionIcon, Icon } from "../icon.tsx";
import * as icons from "../icons.ts";
import { bell, card, meal, receipt, shop, undo, wallet } from "../page-icons.ts";
import { MarketPrice, PointsPrice, Price } from "../price.tsx";
import { Scene } from "../scene.tsx";
import { CountBadge, Tag } from "../tag.tsx";
import { WaveEdge } from "../wave-edge.tsx";
import { EngravedWhale, Whale } from "../whale.tsx";
import { ShowcaseSection, ShowcaseRow } from "./showcase-section.tsx";
import styles from "./showcase.module.css";

const MarkSheet = () => (
  <>
    <ShowcaseSection title="标志、等深线、水线" bare>
      <div className={styles.blue}>
        <Contours />
        <Whale size={64} tone="white" label="云鲸权益" />
        <WaveEdge swell />
      </div>
      <div className={`${styles.blue} bg-sea-950`}>
        <Contours tone="gold" place="centre" />
        <Whale size={56} tone="gold" />
        <EngravedWhale />
      </div>
      <ShowcaseRow>
        <Whale size={72} />
        <Whale size={40} />
        <Whale size={20} />
      </ShowcaseRow>
    </ShowcaseSection>
    <ShowcaseSection title="价格">
      <ShowcaseRow>
        <Price amountFen={990} size={28} />
        <Price amountFen={2990} />
        <Tag tone="member">会员价</Tag>
        <MarketPrice amountFen={5500} />
        <Price amountFen={9750} money="exact" size={16} tone="paid" />
        <PointsPrice points={2600} addFen={990} money="exact" />
        <Price amountFen={1290} tone="off" />
        <Price amountFen={12850} money="exact" size={40} tone="paid" />
      </ShowcaseRow>
    </ShowcaseSection>
    <ShowcaseSection title="标签">
      <ShowcaseRow>
        <Tag>门店自取</Tag>
        <Tag tone="sea">待查看</Tag>
        <Tag tone="ok">营业至 22:30</Tag>
        <Tag tone="warn">今天到期</Tag>
        <Tag tone="bad">已失败</Tag>
        <Tag tone="member">会员价</Tag>
        <CountBadge count={3} label="未读消息" />
        <CountBadge count={128} label="未读消息" />
      </ShowcaseRow>
    </ShowcaseSection>
  </>
);

export const BasicsShowcase = () => (
  <>
    <MarkSheet />
    <ShowcaseSection title="线图标">
      <ShowcaseRow>
        {[...Object.values(icons), bell, card, meal, receipt, shop, undo, wallet].map((drawing) => (
          <Icon key={drawing.path} of={drawing} size={24} />
        ))}
      </ShowcaseRow>
      <ShowcaseRow>
        <FunctionIcon of={card} count={1} />
        <FunctionIcon of={icons.refresh} />
        <FunctionIcon of={meal} count={12} />
        <FunctionIcon of={undo} />
      </ShowcaseRow>
    </ShowcaseSection>
    <ShowcaseSection title={`画 ${artworkNames.length} 件`}>
      <div className={styles.objects}>
        {artworkNames.map((name, place) => (
          <Artwork key={name} name={name} tint={artworkTints[place % 8]} size={48} shape="tile" />
        ))}
      </div>
      <ShowcaseRow>
        <Artwork name="burger" also="fries" tint="peach" size={96} />
        <Artwork name="phone" tint="sand" size={96} />
        <Artwork name="bread" tint="sand" size={96} faded />
        <Artwork name="plush" tint="ice" size={40} shape="circle" />
      </ShowcaseRow>
    </ShowcaseSection>
    <ShowcaseSection title="景">
      {sceneNames.map((name) => (
        <Scene key={name} name={name} />
      ))}
    </ShowcaseSection>
  </>
);
