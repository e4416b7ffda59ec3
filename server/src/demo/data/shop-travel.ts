/** The demo's rides, deliveries, films, fuel and parking. */
export const travel = `
didi-ten | didi ride ride | car sea | online-7 | 快车立减券 | sold 18320; tags 7 天有效; words 打车 网约车 滴滴
- . | 10 元 | 1000 190 120 | member 150; free
- fifteen | 15 元 | 1500 390 260 | member 350; free

didi-pack | didi ride ride | car+coupons sea | online-30 | 通勤打车券包 | sold 4261; words 打车 上班
- . | 5 张 | 4000 990 700 | member 890; free
- ten | 10 张 | 8000 1790 1300 | member 1590; free

gaode-ride | amap ride ride | mappin sea | online-7 | 打车满 25 减 8 元券 | sold 6120; tags 7 天有效; words 网约车 高德
- . | 一张 | 800 150 90 | free
- five | 五张 | 4000 690 430 | free

bike-month | hellobike ride card | bike teal | online-30 | 单车骑行卡 | sold 3507; tags 不限次数; words 共享单车 自行车
- week | 周卡 | 1000 490 360
- . | 月卡 | 2500 1190 960 | member 1090
- quarter | 季卡 | 6000 2990 2500 | member 2790

metro-ten | metro ride card | metrocard sea | online-90 | 地铁次票 | sold 912; tags 四城可用; cities big; words 公交 通勤
- . | 10 次 | 4000 3590 3400
- twenty | 20 次 | 8000 6990 6700

flight-cash | ctrip ride card | plane sea | online-90 | 机票立减券 | sold 864; tags 国内航线; words 飞机 旅行; month 2
- 50 | 满 500 减 50 | 5000 990 700 | free
- 120 | 满 1000 减 120 | 12000 1990 1500 | free

train-cash | ctrip ride card | train teal | online-30 | 火车票立减券 | sold 1432; tags 30 天有效; words 高铁 旅行
- . | 满 100 减 10 | 1000 190 120 | free

waimai-five | meituan delivery ride | scooter teal | online-7 | 外卖满 20 减 5 红包 | sold 22150; tags 7 天有效、随买随用; words 点外卖; day 5
- . | 一张 | 500 90 50 | free

waimai-pack | meituan delivery ride | scooter+coupons teal | online-30 | 外卖会员红包 | sold 7630; tags 30 天有效; words 点外卖 会员
- . | 6 张 | 3000 1290 1000 | member 1090; free
- twelve | 12 张 | 6000 2390 1900 | member 1990; free

eleme-pack | eleme delivery ride | bag sea | online-30 | 吃货卡 | sold 5204; tags 每周一张; words 点外卖 红包
- . | 月卡 4 张红包 | 2000 890 680 | free
- quarter | 季卡 12 张红包 | 6000 2390 1900 | member 2190; free

fresh-thirty | hema delivery card | groceries green | online-30 | 生鲜满减券 | sold 1432; tags 生鲜专享; words 买菜 超市 水果
- . | 满 99 减 30 | 3000 590 420
- sixty | 满 199 减 60 | 6000 1090 800

hema-cash | hema delivery card | giftcard+cart green | online-90 | 盒马礼品卡 | sold 1180; tags 全国门店; words 买菜 超市 购物卡
- 100 | 100 元 | 10000 9700 9450 | face 100; via cards own
- 300 | 300 元 | 30000 28900 28300 | face 300; gold 28600; via cards own

movie-2d | maoyan movie movie | film+popcorn sea | movie-90 | 2D 电影通兑票 | sold 9180; tags 全国影院; words 看电影 电影票
- . | 单人 | 5500 2680 2350 | member 2590
- two | 双人 | 11000 4990 4500 | member 4890

movie-imax | maoyan movie movie | glasses plum | movie-90 | 巨幕厅通兑票 | sold 1402; tags 四城可用; cities big; words 看电影 电影票 3D
- . | 单人 | 9000 4580 4020 | gold 4390

movie-pair | wanda movie movie | ticket peach | movie-90 | 影城观影券 | sold 2733; tags 全国影城; words 看电影 电影票 万达
- single | 单人券 | 5500 2990 2600
- . | 双人券 | 11000 4990 4450 | member 4890

movie-popcorn | wanda movie card | popcorn+cola peach | store-30 | 爆米花套餐 | sold 1560; tags 影院取餐; words 看电影 小食
- single | 单人 | 3200 1390 1080
- . | 双人 | 4500 1990 1560 | member 1890

fuel-hundred | sinopec fuel topup | pump teal | fuel-topup | 加油卡充值 | sold 2740; tags 30 分钟到账; words 中石化 汽油; order 2
- 100 | 100 元 | 10000 9750 9600 | face 100
- 200 | 200 元 | 20000 19500 19200 | face 200; member 19400
- 500 | 500 元 | 50000 48500 47900 | face 500; gold 48200

parking-card | etcp fuel topup | parking ice | parking-topup | 停车费充值 | sold 3210; tags 2 分钟到账; words 停车 停车券
- 10 | 10 元 | 1000 890 800 | face 10
- 30 | 30 元 | 3000 2650 2430 | face 30; member 2590
- 50 | 50 元 | 5000 4390 4050 | face 50; member 4290

wash-card | tuhu fuel card | carwash green | store-90 | 标准洗车券 | sold 1906; tags 门店通用; words 汽车 养车 洗车
- . | 单次 | 3500 1990 1600 | member 1890
- three | 三次 | 10500 5690 4700 | member 5390
`;
