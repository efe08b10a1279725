// SPDX-License-Identifier: GPL-3.0-or-later
// For cli/adapters/go: built twice, with another number of rounds (-ldflags -X).
package words

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

var (
	rounds = "2"
	sink   int
)

func BenchmarkSum(b *testing.B) {
	count, _ := strconv.Atoi(rounds)
	for i := 0; i < b.N; i++ {
		for k := 0; k < 1000*count; k++ {
			sink += k
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	for _, n := range []int{10, 100} {
		text := strings.Repeat("a ", n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for i := 0; i < b.N; i++ {
				sink += len(strings.Fields(text))
			}
		})
	}
	b.Run("odd [x] (y)|z/$", func(b *testing.B) {
		fmt.Println("what it prints")
		for i := 0; i < b.N; i++ {
			sink += i
		}
	})
}

func BenchmarkRefuses(b *testing.B) { b.Fatal("no input") }

func BenchmarkAbsent(b *testing.B) { b.Skip("not on this machine") }

func TestNothing(t *testing.T) { panic("tests are not run") }
