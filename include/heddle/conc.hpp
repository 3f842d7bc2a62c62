// One spelling for product and test: `namespace conc` is std in the product and heddle in the test.
//
//   #include "heddle/conc.hpp"
//   conc::mutex m;               // std::mutex, or heddle::mutex if HEDDLE_CONC is heddle
//
// Compile the tests with -DHEDDLE_CONC=heddle and link them to heddle; the product needs neither
// and gets nothing but the headers of the standard library. All files of one program must agree.
// A library that wants both in one program takes a policy instead (heddle/policy.hpp).
#pragma once

#ifndef HEDDLE_CONC
#define HEDDLE_CONC std
#endif

#define HEDDLE_CONC_IS_std 0
#define HEDDLE_CONC_IS_heddle 1
#define HEDDLE_CONC_JOIN(a, b) a##b
#define HEDDLE_CONC_IS(which) HEDDLE_CONC_JOIN(HEDDLE_CONC_IS_, which)

#if HEDDLE_CONC_IS(HEDDLE_CONC)
#include "heddle/heddle.hpp"
#else
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>
#endif

namespace conc = HEDDLE_CONC;

// The clocks are in std::chrono, and in heddle itself.
#if HEDDLE_CONC_IS(HEDDLE_CONC)
namespace conc_chrono = heddle;
#else
namespace conc_chrono = std::chrono;
#endif
