#include "petri/linear_program.hpp"

#include <ClpSimplex.hpp>
#include <CoinPackedMatrix.hpp>
#include <cmath>

namespace heddle::petri {

struct LinearProgram::Model {
  ClpSimplex simplex;
  std::vector<double> ray;
};

LinearProgram::LinearProgram(const std::vector<double>& cost, const std::vector<Row>& rows)
    : model_(std::make_unique<Model>()) {
  std::vector<int> row_of;
  std::vector<int> column_of;
  std::vector<double> element;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (const auto& [column, coefficient] : rows[r]) {
      row_of.push_back(static_cast<int>(r));
      column_of.push_back(column);
      element.push_back(coefficient);
    }
  }
  CoinPackedMatrix matrix(true, row_of.data(), column_of.data(), element.data(),
                          static_cast<CoinBigIndex>(element.size()));
  matrix.setDimensions(static_cast<int>(rows.size()), static_cast<int>(cost.size()));
  const std::vector<double> lower(rows.size(), 0.0);
  const std::vector<double> upper(rows.size(), COIN_DBL_MAX);
  ClpSimplex& simplex = model_->simplex;
  simplex.setLogLevel(0);
  simplex.messageHandler()->setLogLevel(0);
  simplex.loadProblem(matrix, nullptr, nullptr, cost.data(), lower.data(), upper.data());
}

LinearProgram::~LinearProgram() = default;

void LinearProgram::add_row(const Row& row) {
  std::vector<int> columns;
  std::vector<double> elements;
  for (const auto& [column, coefficient] : row) {
    columns.push_back(column);
    elements.push_back(coefficient);
  }
  model_->simplex.addRow(static_cast<int>(columns.size()), columns.data(), elements.data(), 0.0,
                         COIN_DBL_MAX);
}

void LinearProgram::set_cost(const std::vector<double>& cost) {
  for (std::size_t i = 0; i < cost.size(); ++i) {
    model_->simplex.setObjectiveCoefficient(static_cast<int>(i), cost[i]);
  }
}

void LinearProgram::set_bound(std::size_t row, double bound) {
  model_->simplex.setRowLower(static_cast<int>(row), bound);
}

LinearProgram::Answer LinearProgram::solve(int most) {
  ClpSimplex& simplex = model_->simplex;
  simplex.setMaximumIterations(most);
  simplex.dual();
  model_->ray.clear();
  if (simplex.status() == 0) return Answer::kFeasible;
  if (simplex.status() != 1) return Answer::kUnknown;
  const std::unique_ptr<double[]> ray(simplex.infeasibilityRay());
  if (!ray) return Answer::kUnknown;
  model_->ray.assign(ray.get(), ray.get() + simplex.numberRows());
  // Clp's sign depends on the side that is violated; all rows here are lower bounds.
  double sum = 0;
  for (const double each : model_->ray) sum += each;
  if (sum < 0) {
    for (double& each : model_->ray) each = -each;
  }
  return Answer::kInfeasible;
}

const double* LinearProgram::point() const { return model_->simplex.primalColumnSolution(); }
double LinearProgram::cost() const { return model_->simplex.objectiveValue(); }
std::vector<double> LinearProgram::ray() const { return model_->ray; }
int LinearProgram::pivots() const { return model_->simplex.numberIterations(); }

}  // namespace heddle::petri
