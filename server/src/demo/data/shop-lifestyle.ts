/** The demo's phone credit, memberships, shopping, coupon packs and points goods. */
export const lifestyle = `
phone-mobile | mobile phone topup | phone sand | phone-topup | 移动话费充值 | sold 28740; tags 10 分钟到账; words 手机 充话费; order 1; day 5
- 10 | 10 元 | 1000 990 975 | face 10
- 30 | 30 元 | 3000 2960 2910 | face 30
- 50 | 50 元 | 5000 4890 4830 | face 50; member 4870
- 100 | 100 元 | 10000 9780 9650 | face 100; member 9750; gold 9720
- 200 | 200 元 | 20000 19500 19300 | face 200; gold 19450

phone-unicom | unicom phone topup | sim sea | phone-topup | 联通话费充值 | sold 9105; tags 10 分钟到账; words 手机 充话费; order 1; day 5
- 10 | 10 元 | 1000 990 975 | face 10
- 30 | 30 元 | 3000 2960 2910 | face 30
- 50 | 50 元 | 5000 4890 4830 | face 50; member 4870
- 100 | 100 元 | 10000 9780 9650 | face 100; member 9750
- 200 | 200 元 | 20000 19500 19300 | face 200

phone-telecom | telecom phone topup | phone+databag ice | phone-topup | 电信话费充值 | sold 8420; tags 10 分钟到账; words 手机 充话费; order 1; day 5
- 10 | 10 元 | 1000 990 975 | face 10
- 30 | 30 元 | 3000 2960 2910 | face 30
- 50 | 50 元 | 5000 4890 4830 | face 50; member 4870
- 100 | 100 元 | 10000 9780 9650 | face 100; member 9750
- 200 | 200 元 | 20000 19500 19300 | face 200; gone

data-ten | telecom phone topup | databag ice | phone-topup | 流量包 | sold 2380; tags 当日有效; words 上网 手机
- . | 10GB 日包 | 1500 790 640
- week | 20GB 周包 | 3000 1590 1300 | member 1490

video-iqiyi | iqiyi membership topup | video plum | video-topup | 视频黄金会员 | sold 8860; tags 手机号直充; words 追剧 电视剧 VIP
- . | 月卡 | 3000 1490 1260 | member 1290
- quarter | 季卡 | 7800 4190 3600 | member 3990
- year | 年卡 | 25800 14800 12900 | member 14300; gold 13900

video-tencent | tencentvideo membership topup | videocard sea | qq-topup | 影视会员 | sold 7611; tags QQ 号直充; words 追剧 电视剧 VIP QQ
- month | 月卡 | 3000 1590 1340 | member 1490
- . | 季卡 | 6800 4490 3900 | member 4290
- year | 年卡 | 25800 15800 13800 | gold 14900

video-youku | youku membership topup | video+headphones plum | app-topup | 酷喵视频会员 | sold 2472; tags 手机号直充; words 追剧 VIP
- . | 月卡 | 3000 1290 1060
- year | 年卡 | 22800 10800 9300 | member 10300

video-mango | mango membership topup | videocard gold | app-topup | 综艺会员 | sold 1840; tags 手机号直充; words 芒果 综艺 VIP
- . | 月卡 | 2500 1190 980 | member 1090
- year | 年卡 | 22800 9800 8400

music-net | netease membership topup | music plum | app-topup | 黑胶会员 | sold 5190; tags 手机号直充; words 听歌 VIP
- . | 月卡 | 1800 890 720 | member 790
- quarter | 季卡 | 4500 2490 2080
- year | 年卡 | 15800 8800 7500 | gold 8400

music-qq | qqmusic membership topup | headphones teal | qq-topup | 豪华绿钻会员 | sold 3021; tags QQ 号直充; words 听歌 VIP
- . | 月卡 | 1800 990 810 | member 890
- quarter | 季卡 | 5000 2790 2350
- year | 年卡 | 18800 9800 8400

book-month | weread membership topup | book sand | app-topup | 读书会员 | sold 1245; tags 手机号直充; words 看书 小说 电子书
- . | 月卡 | 1900 990 800
- year | 年卡 | 19800 10800 9200

pan-month | baidupan membership topup | member ice | app-topup | 网盘超级会员 | sold 2066; tags 手机号直充; words 云盘 存储 VIP
- . | 月卡 | 3000 1590 1330 | gone
- year | 年卡 | 29800 16800 14600 | gone

jd-plus | jd membership topup | crown peach | app-topup | 购物会员年卡 | sold 1706; tags 每人一份; words 京东 VIP 网购; life 1
- . | 年卡 | 14900 9900 8600 | gold 9500

mall-thirty | jd coupon card | coupon peach | online-30 | 超市满减券 | sold 6103; tags 全场可用; words 网购 购物
- . | 满 199 减 30 | 3000 290 180 | member 190; free
- sixty | 满 399 减 60 | 6000 590 400 | member 490; free

jd-cash | jd coupon card | giftcard peach | online-90 | 京东购物卡 | sold 3390; tags 面额直充账户; words 礼品卡 E卡 网购
- 50 | 50 元 | 5000 4950 4880 | face 50; via cards own
- 100 | 100 元 | 10000 9880 9740 | face 100; via cards own
- 500 | 500 元 | 50000 49300 48600 | face 500; gold 49100

shop-ten | seven coupon card | stores teal | store-30 | 便利店代金券 | sold 4480; tags 无门槛; words 便利店 零食
- . | 10 元 | 1000 790 640 | face 10; member 750; own 500
- twenty | 20 元 | 2000 1550 1270 | face 20; member 1490; own 260

mall-pack | yunjing coupon coupon | coupons gold | coupons-30 | 云鲸省钱券包 | sold 1288; tags 本站通用; words 优惠券 满减; month 2; coupons coupon-ten shop-pack
- . | 10 元无门槛券 + 超市满减券 | 4000 1290 1000 | member 1190; free

coffee-pack | yunjing drink coupon | ticket+coffee sand | coupons-60 | 咖啡兑换券 | sold 2044; tags 60 天有效; words 优惠券 冰美式 瑞幸; month 4; coupons coffee-free
- . | 冰美式 1 杯 | 2300 640 560 | member 620; free

mug-whale | yunjing points points_mall | mug ice | goods-180 | 鲸鱼马克杯 | sold 318; tags 云鲸周边; words 杯子 周边
- . | 350 毫升 | 4900 3900 2100 | points 2600+990; own 48; via own

umbrella | yunjing points points_mall | umbrella sea | goods-180 | 晴雨两用伞 | sold 204; tags 云鲸周边; words 雨伞 周边
- . | 深海蓝 | 7900 5900 3200 | points 3200+1990; own 26; via own

tote | yunjing points points_mall | tote green | goods-180 | 帆布手提袋 | sold 690; tags 云鲸周边; words 包 周边
- . | 本白 | 3900 2900 1300 | points 1800+0; own 60; via own

powerbank | yunjing points points_mall | powerbank ice | goods-180 | 一万毫安充电宝 | sold 97; tags 云鲸周边; words 数码 充电; life 1
- . | 雾白 | 12900 9900 6100 | points 5000+4990; own 6; via own

bottle | yunjing points points_mall | bottle sea | goods-180 | 保温随行杯 | sold 156; tags 云鲸周边; words 杯子 周边
- . | 480 毫升 | 8900 6900 3600 | points 3600+1990; own 18; via own

plush | yunjing points points_mall | plush sea | goods-180 | 鲸鱼毛绒公仔 | sold 412; tags 云鲸周边; words 玩偶 周边
- . | 30 厘米 | 6900 4900 2400 | points 2900+990; own 0; via own

towel | yunjing points points_mall | towel peach | goods-180 | 纯棉毛巾三件套 | sold 233; tags 云鲸周边; words 家居 周边
- . | 一套 | 4500 3500 1700 | points 2200+590; own 35; via own
`;
