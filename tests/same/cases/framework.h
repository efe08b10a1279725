/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands for Google Benchmark, which is linked behind the case. */
#ifdef SECOND
namespace benchmark
{
struct State {
	void PauseTiming();
	void ResumeTiming();
};

void State::PauseTiming()
{
}
void State::ResumeTiming()
{
}
unsigned long RunSpecifiedBenchmarks()
{
	return 0;
}
void Shutdown()
{
}
} // namespace benchmark
#endif
