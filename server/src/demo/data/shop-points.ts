/**
 * What the demo sells for points, beside the goods of its own brand; `grade` restricts a benefit to
 * a level and above.
 */
export const pointsMall = `
points-latte | luckin drink points_mall | latte sand | store-30 | 瑞幸拿铁兑换券 | sold 286; tags 到店自取; words 咖啡; month 2
- . | 大杯 | 2900 2400 1100 | points 880+0; own 214

points-americano | luckin drink points_mall | americano sea | store-30 | 冰美式兑换券 | sold 274; tags 到店自取; words 咖啡; month 4
- . | 大杯 | 1900 1500 700 | points 560+0; own 320

points-tea | heytea drink points_mall | cheesetea plum | store-30 | 喜茶单杯券 | sold 251; tags 到店自取; words 奶茶; month 2
- . | 芝士茗茶 | 2300 1900 950 | points 760+0; own 96

points-lemon | nayuki drink points_mall | lemontea gold | store-30 | 霸气柠檬茶券 | sold 188; tags 到店自取; words 奶茶; month 2
- . | 大杯 | 1900 1500 700 | points 600+0; own 150

points-cone | mcdonalds meal points_mall | icecream sand | store-7 | 圆筒冰淇淋券 | sold 305; tags 到店自取; words 甜品; month 4
- . | 1 支 | 600 500 250 | points 200+0; own 800

points-fries | mcdonalds meal points_mall | fries sand | store-7 | 薯条兑换券 | sold 243; tags 到店自取; words 小食; month 4
- . | 中份 | 1350 1000 480 | points 380+0; own 260

points-nuggets | kfc meal points_mall | nuggets peach | store-7 | 黄金鸡块券 | sold 231; tags 到店自取; words 小食; month 4
- . | 5 块 | 1250 1000 480 | points 400+0; own 180

points-bread | paris meal points_mall | croissant sand | store-30 | 可颂兑换券 | sold 117; tags 到店自取; words 面包; month 2
- . | 1 个 | 1200 900 420 | points 360+0; own 75

points-hotpot | haidilao meal points_mall | hotpot peach | store-90 | 海底捞代金券 | sold 38; tags 蓝鲸专享; words 火锅; life 2; grade 4
- . | 100 元 | 10000 9500 8800 | points 5200+1990; face 100; own 30

points-video | iqiyi membership points_mall | video plum | video-topup | 视频会员七天卡 | sold 262; tags 手机号直充; words 追剧 VIP; month 2
- . | 7 天 | 900 700 400 | points 300+0

points-music | netease membership points_mall | music plum | app-topup | 黑胶会员周卡 | sold 203; tags 手机号直充; words 听歌 VIP; month 2
- . | 7 天 | 700 500 260 | points 220+0

points-book | weread membership points_mall | book sand | app-topup | 读书会员月卡 | sold 126; tags 手机号直充; words 看书 小说; month 1
- . | 30 天 | 1900 990 800 | points 480+0

points-pan | baidupan membership points_mall | member ice | app-topup | 网盘会员七天卡 | sold 95; tags 手机号直充; words 云盘; month 2
- . | 7 天 | 990 690 380 | points 320+0

points-movie | wanda movie points_mall | film peach | movie-90 | 电影票通兑券 | sold 179; tags 2D 通用; words 看电影; month 1
- . | 2D 1 张 | 4500 3990 3000 | points 1500+990

points-popcorn | wanda movie points_mall | popcorn peach | store-30 | 爆米花兑换券 | sold 142; tags 影院自取; words 零食; month 2
- . | 小桶 | 2200 1800 800 | points 700+0; own 64

points-ride | didi ride points_mall | car sea | online-30 | 快车立减券 | sold 269; tags 全国可用; words 打车; day 1; month 4
- . | 5 元 | 500 450 300 | points 180+0

points-bike | hellobike ride points_mall | bike teal | online-30 | 单车七天卡 | sold 134; tags 不限次; words 骑行; month 2
- . | 7 天 | 1000 790 400 | points 320+0

points-phone | mobile phone points_mall | phone sand | phone-topup | 话费充值 | sold 297; tags 10 分钟到账; words 充话费; month 1
- . | 10 元 | 1000 990 975 | points 990+0; face 10

points-data | telecom phone points_mall | databag ice | phone-topup | 流量日包 | sold 158; tags 当日有效; words 上网; month 4
- . | 1GB | 500 290 180 | points 120+0

points-meal-off | yunjing coupon points_mall | ticket peach | coupons-1 | 点餐满 50 减 20 券 | sold 222; tags 本站点餐可用; words 满减; month 3; coupons meal-twenty
- . | 1 张 | 2000 900 600 | points 500+0; free

points-movie-off | yunjing coupon points_mall | coupon sea | coupons-14 | 电影票立减券 | sold 139; tags 本站购票可用; words 满减; month 2; coupons movie-eight
- . | 1 张 | 800 500 300 | points 300+0; free

points-ten-off | yunjing coupon points_mall | coupons gold | coupons-30 | 10 元无门槛券 | sold 211; tags 全场可用; words 满减; month 1; coupons coupon-ten
- . | 1 张 | 1000 900 500 | points 800+0; free

points-fresh | hema coupon points_mall | groceries green | online-30 | 盒马生鲜券 | sold 84; tags 满 59 可用; words 买菜; month 1
- . | 20 元 | 2000 1800 1500 | points 1200+0; own 110

cable | yunjing points points_mall | cable teal | goods-180 | 编织数据线 | sold 176; tags 云鲸周边; words 数码 充电
- . | 1.2 米 | 2900 1900 700 | points 980+0; own 80; via own

soap | yunjing points points_mall | soap green | goods-180 | 海盐手工皂 | sold 121; tags 云鲸周边; words 家居
- . | 两块装 | 1900 1500 600 | points 680+0; own 120; via own

notebook | yunjing points points_mall | note sand | goods-180 | 鲸鱼手账本 | sold 109; tags 云鲸周边; words 文具
- . | A5 | 2500 1900 700 | points 860+0; own 90; via own

sunglasses | yunjing points points_mall | glasses sea | goods-180 | 折叠太阳镜 | sold 46; tags 银鲸专享; words 户外; life 1; grade 2
- . | 雾蓝 | 5900 4500 1900 | points 2400+990; own 22; via own

lounge | ctrip points points_mall | plane sea | online-90 | 机场贵宾厅单次券 | sold 57; tags 金鲸专享; words 出行 机场; life 2; grade 3
- . | 单次 | 12900 9900 6200 | points 3600+1990; own 16
`;
