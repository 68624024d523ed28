import type { ApexOptions } from 'apexcharts'
import ReactApexChart from 'react-apexcharts'
import type { DrawingProps } from './ChartDrawing'

// The package is CommonJS: depending on the bundler, its component is the import or its `default`.
const Chart = (ReactApexChart as unknown as { default?: typeof ReactApexChart }).default ?? ReactApexChart

/**
 * Options shared by all drawings: only their shapes. Axes, legend, tooltip and keyboard support belong to the charts, and nothing
 * is animated.
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

/** The only use of ApexCharts. ChartDrawing loads it when a chart is first shown. */
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
