// min c·x subject to x >= 0 and A·x >= b, asked again and again with another b.
//
// A thin wall around Clp (COIN-OR), so that its headers stay in one file. Its answers are
// floating-point numbers and only hints: the caller rounds them and checks the result in integers.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace heddle::petri {

class LinearProgram {
 public:
  /// A row of A: column and coefficient.
  using Row = std::vector<std::pair<int, double>>;

  /// `cost`: one for each column.
  LinearProgram(const std::vector<double>& cost, const std::vector<Row>& rows);
  ~LinearProgram();
  LinearProgram(const LinearProgram&) = delete;
  LinearProgram& operator=(const LinearProgram&) = delete;

  void add_row(const Row& row);
  void set_cost(const std::vector<double>& cost);
  /// b of one row.
  void set_bound(std::size_t row, double bound);

  enum class Answer { kFeasible, kInfeasible, kUnknown };
  /// From the basis of the last call (dual simplex): a small change of b costs a few pivots.
  /// `most`: pivots after which it gives up.
  Answer solve(int most);

  /// After kFeasible: the point, one number for each column, and its cost.
  const double* point() const;
  double cost() const;
  /// After kInfeasible: y >= 0 with y·A <= 0 and y·b > 0, roughly; one number for each row. Empty
  /// if Clp has none.
  std::vector<double> ray() const;
  /// Pivots of the last call: what it has cost, in a number that is the same in every run.
  int pivots() const;

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace heddle::petri
