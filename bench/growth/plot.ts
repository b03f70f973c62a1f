import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

export interface Series {
  readonly name: string
  /** Both above zero. */
  readonly points: readonly (readonly [x: number, y: number])[]
  /** What the others are a ratio to: a dashed grey line. */
  readonly isFloor?: boolean
}

export interface Plot {
  readonly title: string
  /** What the axis counts, with its unit. */
  readonly x: string
  readonly y: string
  /** Up to four, and floors. */
  readonly series: readonly Series[]
}

/** Of Okabe and Ito: told apart by people who see colours otherwise, as the symbols are too. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7']
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond']
/** Height of a row of the legend. */
const LEGEND_ROW = 21
const FLOOR_COLOUR = '#595959'
const TEXT = { color: '#1f2328', fontSize: 13 }

/** A plot with two logarithmic axes, on a background of its own, so that it is read on a page of any colour. */
export function plotSvg({ title, x, y, series }: Plot): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 760, height: 400 + LEGEND_ROW * series.length })
  const axis = (name: string, values: readonly number[]) => ({
    type: 'log',
    ...roundedAround(values),
    name,
    nameLocation: 'middle',
    nameGap: 38,
    nameTextStyle: TEXT,
    axisLabel: { ...TEXT, formatter: label },
    axisLine: { lineStyle: { color: '#8c959f' } },
    splitLine: { show: true, lineStyle: { color: '#d1d9e0' } },
    minorTick: { show: true, splitNumber: 9 },
    minorSplitLine: { show: true, lineStyle: { color: '#eff2f5' } },
  })
  const points = series.flatMap((one) => one.points)
  let coloured = 0
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    title: { text: title, left: 16, top: 10, textStyle: { ...TEXT, fontSize: 15 } },
    legend: {
      data: series.map(({ name, isFloor }) => ({ name, ...(isFloor ? { itemStyle: { opacity: 0 } } : {}) })),
      orient: 'vertical',
      left: 76,
      top: 40,
      itemWidth: 34,
      itemGap: 6,
      textStyle: TEXT,
    },
    grid: { left: 84, right: 44, top: 56 + LEGEND_ROW * series.length, bottom: 64 },
    xAxis: axis(
      x,
      points.map(([value]) => value),
    ),
    yAxis: {
      ...axis(
        y,
        points.map(([, value]) => value),
      ),
      nameGap: 58,
    },
    series: series.map(({ name, points: data, isFloor }) => {
      const place = isFloor ? -1 : coloured++
      const color = COLOURS[place] ?? FLOOR_COLOUR
      return {
        type: 'line',
        name,
        data,
        silent: true,
        emphasis: { disabled: true },
        symbol: SYMBOLS[place] ?? 'none',
        symbolSize: 8,
        itemStyle: { color },
        lineStyle: { color, width: 2, type: isFloor ? 'dashed' : 'solid' },
      }
    }),
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return `${svg}\n`
}

/** From the next 1, 2 or 5 times a power of ten below to the one above. */
function roundedAround(values: readonly number[]): { min: number; max: number } {
  const rounded = Array.from({ length: 48 }, (_, i) => [1, 2, 5][i % 3] * 10 ** (Math.floor(i / 3) - 6))
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return {
    min: rounded.findLast((value) => value <= least) ?? least,
    max: rounded.find((value) => value >= most) ?? most,
  }
}

function label(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 })
}
