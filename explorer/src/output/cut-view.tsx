import type { Cut } from '../api.ts'
import { grouped } from '../numbers.ts'
import { ScrollTable } from '../scroll-table.tsx'
import { ScrollText } from '../scroll-text.tsx'
import { ShareBar } from '../share-bar.tsx'

/** What is kept of an output, the gap, the report. */
export function CutView({ cut }: { cut: Cut }) {
  const { report, repairs, instruction, rendered } = cut
  const { kept, original } = report
  const cleaned = Object.entries(repairs).filter(([, count]) => count > 0)
  const bytes = new TextEncoder().encode(cut.output)
  const text = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to))
  const gapEnd = kept.headBytes + kept.gapBytes
  return (
    <>
      <section class="card" aria-labelledby="share-heading">
        <h2 id="share-heading">What is kept {cut.isError && <span class="badge cut">error of the tool</span>}</h2>
        <ShareBar
          label="Bytes of the original that are kept and left out"
          unit={`of ${grouped(original.bytes)} bytes`}
          shares={[
            { name: 'head', amount: kept.headBytes, look: 'c2' },
            { name: 'left out', amount: report.omittedBytes, look: 'c0' },
            { name: 'tail', amount: kept.tailBytes, look: 'c3' },
          ]}
        />
        <ScrollText label="Output as it is kept">
          {text(0, kept.headBytes)}
          {kept.gapBytes > 0 && <mark class="gap">{text(kept.headBytes, gapEnd)}</mark>}
          {text(gapEnd, bytes.length)}
        </ScrollText>
        {instruction && (
          <p>
            <b>For the model:</b> {instruction}
          </p>
        )}
      </section>
      <section class="card" aria-labelledby="report-heading">
        <h2 id="report-heading">Report</h2>
        <ScrollTable label="Sizes">
          <thead>
            <tr>
              <th scope="col">Size</th>
              <th scope="col" class="number">
                Original
              </th>
              <th scope="col" class="number">
                Kept
              </th>
            </tr>
          </thead>
          <tbody>
            {(['bytes', 'chars', 'lines'] as const).map((unit) => (
              <tr key={unit}>
                <th scope="row">{unit}</th>
                <td class="number">{grouped(original[unit])}</td>
                <td class="number">{grouped(kept[unit])}</td>
              </tr>
            ))}
            {kept.tokens !== undefined && (
              <tr>
                <th scope="row">tokens</th>
                <td class="number">–</td>
                <td class="number">{grouped(kept.tokens)}</td>
              </tr>
            )}
          </tbody>
        </ScrollTable>
        <p class="quiet">
          Strategy {report.strategy}
          {report.fallback && ` (in place of JSON: ${report.fallback})`}
          {report.limit &&
            `; ${report.limit.name} allows ${grouped(report.limit.configured)}, the whole has ${grouped(report.limit.observed)}`}
          .
        </p>
        {report.cuts.length > 0 && (
          <ul>
            {report.cuts.map(({ path, kind, shown, total }) => (
              <li key={path}>
                <code>{path || '/'}</code> {kind}: {grouped(shown)} of {grouped(total)}
              </li>
            ))}
          </ul>
        )}
        {cleaned.length > 0 && (
          <p>Cleaned: {cleaned.map(([name, count]) => `${name} ${grouped(count)}`).join(', ')}.</p>
        )}
        <details>
          <summary>As JSON</summary>
          <ScrollText label="Report as JSON">{JSON.stringify(report, null, 2)}</ScrollText>
        </details>
      </section>
      {rendered !== undefined && (
        <section class="card" aria-labelledby="rendered-heading">
          <h2 id="rendered-heading">What the model gets</h2>
          <ScrollText label="Rendered output">{rendered ?? 'The limit holds not even the delimiters.'}</ScrollText>
        </section>
      )}
    </>
  )
}
