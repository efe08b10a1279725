// SPDX-License-Identifier: GPL-3.0-or-later
// Test cases of Catch2 with benchmarks of each kind, for tests/cli/adapters/catch2.sh.
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#include <catch2/catch.hpp>

#include <fstream>
#include <iostream>
#include <stdexcept>

extern "C" long work(long count);

TEST_CASE("Sum", "[!benchmark]")
{
	std::cout << "<not XML & more>\n";
	BENCHMARK("1000")
	{
		return work(1000);
	};
	BENCHMARK("2000 <&>")
	{
		return work(2000);
	};
}

TEST_CASE("[odd], \"of\" a\\b/c *", "[!benchmark]")
{
	SECTION("first")
	{
		BENCHMARK("a")
		{
			return work(100);
		};
	}
	SECTION("second")
	{
		BENCHMARK("a")
		{
			return work(200);
		};
	}
}

TEST_CASE("Wrong", "[!benchmark]")
{
	BENCHMARK("a")
	{
		return work(10);
	};
	REQUIRE(work(1) == 12345);
}

TEST_CASE("Throws", "[!benchmark]")
{
	BENCHMARK("a")
	{
		throw std::runtime_error("no \"input\"");
		return 0;
	};
}

TEST_CASE("A test, and no benchmark")
{
	std::ofstream("executed") << "x";
}
