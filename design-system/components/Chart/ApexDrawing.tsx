import type { ApexOptions } from 'apexcharts'
import ReactApexChart from 'react-apexcharts'
import type { DrawingProps } from './ChartDrawing'

// The package is CommonJS: depending on the bundler its component is the import, or the `default` of it.
const Chart = (ReactApexChart as unknown as { default?: typeof ReactApexChart }).default ?? ReactApexChart

/**
 * What every drawing has in common: nothing but its shapes. Axes, legend, tooltip and keyboard are the chart's own, and
 * nothing moves.
 */
const BARE: ApexOptions = {
  chart: {
    animations: { enabled: false },
    sparkline: { enabled: true },
    toolbar: { show: false },
    zoom: { enabled: false },
    selection: { enabled: false },
  },
  tooltip: { enabled: false },
  dataLabels: { enabled: false },
  legend: { show: false },
  states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
}

/** ApexCharts, its only place. Loaded by ChartDrawing when a chart is first shown. */
export default function ApexDrawing({ kind, series, options, height }: DrawingProps) {
  return (
    <Chart
      type={kind}
      series={series as ApexOptions['series']}
      options={{ ...BARE, ...options }}
      width="100%"
      height={height}
    />
  )
}
